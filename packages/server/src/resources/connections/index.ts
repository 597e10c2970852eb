export { CONNECTION_TYPES } from './requests.ts'
export { saveConnection as putConnection } from './store.ts'
