// biome-ignore lint/style/noDefaultExport: orval reads it.
export default {
  kramar: {
    input: process.env.OPENAPI_DOCUMENT,
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      override: { mutator: { path: 'orval-fetch.ts', name: 'call' } },
    },
  },
};
