/** Compares recorded HTTP exchanges and declarations with an OpenAPI description. */
export { checkContract } from './check.ts'
export { declarationGaps, staleGaps } from './declarations.ts'
export { type Description, findDescription, readDescription, resolve, type Schema } from './description.ts'
