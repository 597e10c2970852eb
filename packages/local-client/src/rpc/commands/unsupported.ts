/**
 * Commands for what the platform does not have. They check scope and arguments as documented, and then fail. A test
 * compares the list in docs/compatibility.md with this file.
 */
import Type, { type TSchema } from 'typebox'
import { RpcError, type RpcErrorCode } from '../codes.ts'
import { type Command, command } from '../command.ts'
import { PseudoScope, type Requirement } from '../scopes.ts'
import { Id, NoArguments, Text } from './fields.ts'

const { LOCAL, AUTHENTICATED, PRIVATE, PRIVATE_LIMITED } = PseudoScope
const { Optional } = Type
const Pid = Type.Integer()
const OptionalPid = Optional(Pid)

type Failure = readonly [code: keyof typeof RpcErrorCode, reason: string]
const NO_OVERLAY: Failure = ['SERVICE_UNAVAILABLE', 'There is no overlay.']
const NO_QUESTS: Failure = ['SERVICE_UNAVAILABLE', 'There are no quests.']
const NO_NETWORKING: Failure = ['SERVICE_UNAVAILABLE', 'There is no networking between players.']
const NO_CONNECTIONS: Failure = ['NO_CONNECTION_FOUND', 'There are no connections to other services.']

function unsupported(name: string, scope: Requirement, args: TSchema, [code, reason]: Failure): Command {
  return command({
    name,
    scope,
    args,
    run() {
      throw new RpcError(code, reason)
    },
  })
}

export const unsupportedCommands = [
  unsupported('OVERLAY', [PRIVATE], NoArguments, NO_OVERLAY),
  unsupported('SET_OVERLAY_LOCKED', [LOCAL], Type.Object({ locked: Type.Boolean(), pid: Pid }), NO_OVERLAY),
  unsupported(
    'OPEN_OVERLAY_ACTIVITY_INVITE',
    [LOCAL],
    Type.Object({ type: Type.Integer({ minimum: 1, maximum: 5 }), pid: Pid }),
    NO_OVERLAY,
  ),
  unsupported('OPEN_OVERLAY_VOICE_SETTINGS', [LOCAL], Type.Object({ pid: Pid }), NO_OVERLAY),
  unsupported(
    'CONNECTIONS_CALLBACK',
    [PRIVATE],
    Type.Object({
      providerType: Text(100),
      code: Text(2_000),
      openid_params: Optional(Type.Object({})),
      iss: Optional(Text(2_000)),
      state: Text(2_000),
    }),
    ['INVALID_PROVIDER', 'There are no connections to other services.'],
  ),
  unsupported(
    'BILLING_POPUP_BRIDGE_CALLBACK',
    [PRIVATE],
    Type.Object({
      state: Text(2_000),
      path: Text(2_000),
      query: Optional(Type.Record(Type.String(), Type.String())),
      payment_source_type: Type.Integer(),
    }),
    ['SERVICE_UNAVAILABLE', 'There is no billing.'],
  ),
  unsupported(
    'BROWSER_HANDOFF',
    [PRIVATE_LIMITED],
    Type.Object({ handoffToken: Text(2_000), fingerprint: Text(2_000) }),
    ['SERVICE_UNAVAILABLE', 'A sign-in is not handed over.'],
  ),
  unsupported('START_PREMIUM_PURCHASE', [AUTHENTICATED, LOCAL], Type.Object({ pid: OptionalPid }), [
    'PURCHASE_ERROR',
    'There is no premium subscription.',
  ]),
  unsupported('GET_NETWORKING_CONFIG', [LOCAL], NoArguments, NO_NETWORKING),
  unsupported('NETWORKING_SYSTEM_METRICS', [LOCAL], NoArguments, NO_NETWORKING),
  unsupported('NETWORKING_PEER_METRICS', [LOCAL], NoArguments, NO_NETWORKING),
  unsupported('NETWORKING_CREATE_TOKEN', [LOCAL], NoArguments, NO_NETWORKING),
  unsupported('TOGGLE_VIDEO', [['rpc', 'rpc.video.write']], NoArguments, [
    'SERVICE_UNAVAILABLE',
    'The local client has no camera.',
  ]),
  unsupported('TOGGLE_SCREENSHARE', [['rpc', 'rpc.screenshare.write']], Type.Object({ pid: OptionalPid }), [
    'SERVICE_UNAVAILABLE',
    'The local client has no screen.',
  ]),
  unsupported(
    'GET_PROVIDER_ACCESS_TOKEN',
    [AUTHENTICATED],
    Type.Object({ provider: Text(100), connection_redirect: Optional(Text(2_000)) }),
    NO_CONNECTIONS,
  ),
  unsupported('MAYBE_GET_PROVIDER_ACCESS_TOKEN', [AUTHENTICATED], Type.Object({ provider: Text(100) }), NO_CONNECTIONS),
  unsupported('NAVIGATE_TO_CONNECTIONS', [AUTHENTICATED], NoArguments, NO_CONNECTIONS),
  unsupported('GET_QUEST_ENROLLMENT_STATUS', ['identify'], Type.Object({ quest_id: Id }), NO_QUESTS),
  unsupported('QUEST_START_TIMER', ['identify'], Type.Object({ quest_id: Id }), NO_QUESTS),
  unsupported('GET_QUEST', ['identify'], NoArguments, NO_QUESTS),
  unsupported('CAPTURE_SHORTCUT', ['rpc'], Type.Object({ action: Type.Enum(['START', 'STOP']) }), [
    'SERVICE_UNAVAILABLE',
    'The local client has no keyboard.',
  ]),
]
