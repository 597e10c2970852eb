import type { GatewayCommand } from '../command.ts'
import type { Session } from '../session.ts'
import { callConnect } from './call-connect.ts'
import { requestChannelInfo, requestSoundboardSounds } from './guild-queries.ts'
import { pingLobbyVoiceServer, updateLobbyVoiceState, updateLobbyVoiceStates } from './lobby-voice.ts'
import { requestGuildMembers } from './request-guild-members.ts'
import { createStream, deleteStream, pauseStream, pingStream, watchStream } from './streams.ts'
import { updatePresence } from './update-presence.ts'
import { updateVoiceState } from './update-voice-state.ts'

/**
 * Every command of clients with a session. Other opcodes of clients are accepted and change nothing. Heartbeat,
 * Identify and Resume are about the connection itself, so `Client` has them.
 */
const GATEWAY_COMMANDS: readonly GatewayCommand[] = [
  updatePresence,
  updateVoiceState,
  requestGuildMembers,
  callConnect,
  requestSoundboardSounds,
  requestChannelInfo,
  createStream,
  deleteStream,
  watchStream,
  pingStream,
  pauseStream,
  updateLobbyVoiceState,
  updateLobbyVoiceStates,
  pingLobbyVoiceServer,
]

const OF_KIND: Readonly<Record<Session['kind'], ReadonlyMap<number, GatewayCommand>>> = {
  bot: commandsOf('bot'),
  person: commandsOf('person'),
  game: commandsOf('game'),
}

function commandsOf(kind: Session['kind']): ReadonlyMap<number, GatewayCommand> {
  return new Map(GATEWAY_COMMANDS.filter(({ kinds }) => kinds.includes(kind)).map((command) => [command.op, command]))
}

/**
 * Returns the command of an opcode for a session, the reason for which the session ignores it, or null for an opcode
 * that no session needs an effect of.
 */
export function commandFor(op: number, { kind, identity }: Session): GatewayCommand | string | null {
  const command = OF_KIND[kind].get(op)
  if (!command) {
    const others = GATEWAY_COMMANDS.filter((other) => other.op === op).flatMap(({ kinds }) => kinds)
    return others.length > 0 ? `only sessions of these kinds send it: ${others.join(', ')}` : null
  }
  const { scope } = command
  if (kind === 'game' && scope !== undefined && !identity.scopes.has(scope)) return `the token has no scope ${scope}`
  return command
}
