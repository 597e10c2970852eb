import ofCheckout from './rolldown.config.js'

/** Bundle of the tarball: an entry for each export, and all libraries by name, so that npm chooses their versions. */
export default {
  ...ofCheckout,
  input: {
    ...ofCheckout.input,
    openapi: './src/platform/openapi.ts',
    'world/world-schema': './src/world/world-schema.ts',
  },
  external: /^(?![./#]|@guildhall\/)/,
}
