import { GatewayOp } from '@guildhall/protocol'
import { gatewayCommand } from '../command.ts'
import { readMemberRequest } from '../member-requests.ts'

/** Request Guild Members (op 8). */
export const requestGuildMembers = gatewayCommand({
  op: GatewayOp.REQUEST_GUILD_MEMBERS,
  kinds: ['bot', 'person'],
  read: readMemberRequest,
  run: ({ gateway, session, background }, request) => background(gateway.memberRequests.respond(session, request)),
})
