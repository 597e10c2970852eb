import { CloseCode } from '@guildhall/local-client/rpc'

/** Operations of messages between an activity and the client. */
export const Opcode = { HANDSHAKE: 0, FRAME: 1, CLOSE: 2 } as const

/** Longest message of an activity as JSON. */
const MESSAGE_CHARACTERS_MAX = 1_048_576

export interface FrameMessage {
  readonly opcode: number
  readonly payload: Readonly<Record<string, unknown>>
}

/** Reads what an activity posted; null for anything but `[opcode, object]` of a fair size. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!Array.isArray(data)) return null
  let text: string
  try {
    text = JSON.stringify(data)
  } catch {
    return null
  }
  if (text.length > MESSAGE_CHARACTERS_MAX) return null
  const [opcode, payload] = JSON.parse(text) as unknown[]
  if (typeof opcode !== 'number' || typeof payload !== 'object' || payload === null) return null
  return { opcode, payload: payload as FrameMessage['payload'] }
}

/** Reason for which a handshake is refused. */
export interface Refusal {
  readonly code: CloseCode
  readonly message: string
}

/** Returns why a HANDSHAKE does not belong to a frame; null if it does. */
export function handshakeFault(
  { v, encoding = 'json', client_id, frame_id }: FrameMessage['payload'],
  expected: { readonly applicationId: string; readonly frameId: string },
): Refusal | null {
  if (v !== 1) return refusal(CloseCode.INVALID_VERSION, 'The version must be 1.')
  if (encoding !== 'json') return refusal(CloseCode.INVALID_ENCODING, 'The encoding must be json.')
  if (client_id !== expected.applicationId)
    return refusal(CloseCode.INVALID_CLIENTID, 'The client id is not that of this activity.')
  if (frame_id !== expected.frameId) return refusal(CloseCode.INVALID_ORIGIN, 'The frame id is not that of this frame.')
  return null
}

/** Returns a refusal. Its message goes to developers, so it is English as all of the protocol. */
function refusal(code: CloseCode, message: string): Refusal {
  return { code, message }
}
