export { addIntegration } from './add.ts'
export { removeIntegrationOfBot } from './remove.ts'
export {
  countOfApplication as countIntegrationsOf,
  findOfApplication as findIntegration,
  insert as insertIntegration,
} from './store.ts'
