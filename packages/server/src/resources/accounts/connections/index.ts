export { CONNECTION_TYPES } from './requests.ts'
export { saveConnection } from './store.ts'
