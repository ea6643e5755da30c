import fc from 'fast-check';

// On a developer's machine every run tries other cases. In CI a commit is judged by its changes, not by the
// luck of a new seed: there it is the same each time.
if (process.env.CI) fc.configureGlobal({ seed: 20261121 });
