import { ackBulk } from './ack-bulk.ts'
import { ackMessage } from './ack-message.ts'

export const readStateOperations = [ackBulk, ackMessage]
