import { deleteMyConnection } from './delete-my-connection.ts'
import { listMyConnections } from './list-my-connections.ts'
import { putMyConnection } from './put-my-connection.ts'

export const connectionOperations = [deleteMyConnection, listMyConnections, putMyConnection]
