import { actionGuildJoinRequest } from './action-guild-join-request.ts'
import { getGuildJoinRequests } from './get-guild-join-requests.ts'
import { putMyJoinRequest } from './put-my-join-request.ts'

export const joinRequestOperations = [actionGuildJoinRequest, getGuildJoinRequests, putMyJoinRequest]
