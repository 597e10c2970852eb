export { ownedApplication } from './owned.ts'
export { flagFields, presentApplicationBrief } from './present.ts'
export {
  find as findApplication,
  findOfBot as findApplicationOfBot,
  insert as insertApplication,
  update as updateApplication,
} from './store.ts'
