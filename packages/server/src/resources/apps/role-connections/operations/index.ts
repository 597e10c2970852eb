import { deleteApplicationUserRoleConnection } from './delete-application-user-role-connection.ts'
import { getApplicationRoleConnectionsMetadata } from './get-application-role-connections-metadata.ts'
import { getApplicationUserRoleConnection } from './get-application-user-role-connection.ts'
import { updateApplicationRoleConnectionsMetadata } from './update-application-role-connections-metadata.ts'
import { updateApplicationUserRoleConnection } from './update-application-user-role-connection.ts'

export const roleConnectionOperations = [
  deleteApplicationUserRoleConnection,
  getApplicationRoleConnectionsMetadata,
  getApplicationUserRoleConnection,
  updateApplicationRoleConnectionsMetadata,
  updateApplicationUserRoleConnection,
]
