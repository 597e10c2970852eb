import { Type } from '../../../validation/schema.ts'

const Id = Type.String({ description: 'A snowflake' })

export const ClockState = Type.Object(
  { now: Type.String({ format: 'date-time' }), frozen: Type.Boolean() },
  { title: 'ControlClock' },
)

export const IssuedToken = Type.Object({ token: Type.String(), user_id: Id }, { title: 'ControlToken' })

export const DirectoryState = Type.Object(
  {
    people: Type.Array(
      Type.Object({ id: Id, username: Type.String(), global_name: Type.Union([Type.String(), Type.Null()]) }),
    ),
    applications: Type.Array(Type.Object({ id: Id, name: Type.String(), bot_id: Type.Union([Id, Type.Null()]) })),
    guilds: Type.Array(Type.Object({ id: Id, name: Type.String(), owner_id: Id })),
  },
  { title: 'ControlDirectory' },
)

export const SessionState = Type.Object(
  {
    session_id: Type.String(),
    /** Name of its node; absent for a process that is alone. */
    node: Type.Optional(Type.String()),
    kind: Type.Union([Type.Literal('bot'), Type.Literal('person'), Type.Literal('game')]),
    user_id: Id,
    application_id: Type.Union([Id, Type.Null()]),
    intents: Type.Integer(),
    seq: Type.Integer(),
    connected: Type.Boolean(),
  },
  { title: 'ControlSession' },
)

export const FaultedSessions = Type.Object({ sessions: Type.Integer() }, { title: 'ControlFaultedSessions' })

const Kind = Type.Union([Type.Literal('udp'), Type.Literal('webrtc'), Type.Null()])
const Transport = Type.Union([Type.Literal('UDP'), Type.Literal('TCP'), Type.Null()])
const Fault = Type.Object({ loss_percent: Type.Number(), delay_ms: Type.Integer() })

export const VoiceCallState = Type.Object(
  {
    channel_id: Id,
    members: Type.Array(
      Type.Object({
        user_id: Id,
        kind: Kind,
        transport: Transport,
        received: Type.Integer({ description: 'Packets of sound from the member' }),
        lost: Type.Integer({ description: 'Packets that are missing between them' }),
        delay_ms: Type.Union([Type.Integer(), Type.Null()], { description: 'To the voice socket and back' }),
        fault: Type.Union([Fault, Type.Null()]),
      }),
    ),
  },
  { title: 'ControlVoiceCall' },
)

export const NodeState = Type.Object(
  {
    name: Type.String(),
    url: Type.Union([Type.String(), Type.Null()], { description: 'Where other nodes and clients reach it' }),
    version: Type.Union([Type.String(), Type.Null()]),
    lease_age_seconds: Type.Number({ description: 'Since its lease was renewed' }),
  },
  { title: 'ControlNode' },
)

export const FaultedMembers = Type.Object({ members: Type.Integer() }, { title: 'ControlFaultedMembers' })

export const VoiceProbe = Type.Object(
  { sdp: Type.String({ description: 'Parts of an answer, as op 4 of the voice gateway has them' }) },
  { title: 'ControlVoiceProbe' },
)

export const AddedFault = Type.Object({ id: Type.Integer() }, { title: 'ControlAddedFault' })

export const RequestFaultState = Type.Object(
  {
    id: Type.Integer(),
    method: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    user_id: Type.Optional(Id),
    application_id: Type.Optional(Id),
    count: Type.Union([Type.Integer(), Type.Null()]),
    delay_ms: Type.Integer(),
    status: Type.Union([Type.Integer(), Type.Null()]),
  },
  { title: 'ControlRequestFault' },
)

export const EndpointFaultState = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Union([Type.Literal('timeout'), Type.Literal('refuse')]),
    url: Type.Optional(Type.String()),
    count: Type.Union([Type.Integer(), Type.Null()]),
  },
  { title: 'ControlEndpointFault' },
)
