// biome-ignore lint/style/noDefaultExport: @hey-api/openapi-ts reads it.
export default {
  input: process.env.OPENAPI_DOCUMENT,
  // As Node resolves modules; a bundler needs no extension.
  output: { path: 'generated/hey-api', module: { extension: '.js' } },
  logs: { file: false },
};
