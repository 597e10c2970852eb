import { GatewayOp } from '@guildhall/protocol'

const OPCODES: ReadonlySet<number> = new Set(Object.values(GatewayOp))
/** Opcodes that only the server sends. */
const SERVER_ONLY: ReadonlySet<number> = new Set([
  GatewayOp.DISPATCH,
  GatewayOp.RECONNECT,
  GatewayOp.INVALID_SESSION,
  GatewayOp.HELLO,
  GatewayOp.HEARTBEAT_ACK,
])

/** Returns whether an opcode exists and clients may send it. */
export function isClientOpcode(op: number): boolean {
  return OPCODES.has(op) && !SERVER_ONLY.has(op)
}
