export { audit } from './actions/save.ts'
export { changesBetween } from './model.ts'
