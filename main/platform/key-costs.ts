// Cost parameters of scrypt: for passwords, and for the phrases of encrypted copies. Each hash and each copy contains its
// own, so these can be raised. The tests lower them (test/helpers/cheap-keys.ts).

/**
 * OWASP's scrypt parameters with 32 MiB (cheatsheetseries.owasp.org, Password Storage): as strong as 128 MiB with p=1,
 * without that much memory at each sign-in. Not those with 16 MiB: glibc keeps blocks below 32 MiB for their thread,
 * and four threads kept 128 MB for good (mallopt(3), M_MMAP_THRESHOLD; measured).
 */
export const PASSWORD_COST = { N: 2 ** 15, r: 8, p: 3 };

/**
 * scrypt with 64 MB of memory. A quarter of what the age program takes: the computer of a shop makes one a day while it
 * sells, and a passphrase that may be guessed within years is refused before (shared/passphrase.ts).
 */
export const COPY_COST = { workFactor: 16 };
