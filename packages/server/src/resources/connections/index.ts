export { CONNECTION_TYPES } from './shape.ts'
export { put as putConnection } from './store.ts'
