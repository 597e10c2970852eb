import { deleteGuildIntegration } from './delete-guild-integration.ts'
import { listGuildIntegrations } from './list-guild-integrations.ts'

export const integrationOperations = [deleteGuildIntegration, listGuildIntegrations]
