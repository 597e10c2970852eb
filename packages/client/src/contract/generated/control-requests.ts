/** Requests and responses of the control API, by method and path. Written by `npm run contract`. */
export interface ControlRequests {
  'DELETE /endpoints/faults': { request: Record<never, never>; response: undefined }
  'DELETE /endpoints/faults/{fault_id}': { request: { params: { fault_id: number } }; response: undefined }
  'DELETE /requests/faults': { request: Record<never, never>; response: undefined }
  'DELETE /requests/faults/{fault_id}': { request: { params: { fault_id: number } }; response: undefined }
  'DELETE /snapshots/{snapshot_name}': { request: { params: { snapshot_name: string } }; response: undefined }
  'DELETE /tape': { request: Record<never, never>; response: undefined }
  'DELETE /worlds/{world_name}': { request: { params: { world_name: string } }; response: undefined }
  'GET /clock': { request: Record<never, never>; response: ControlClock }
  'GET /directory': { request: Record<never, never>; response: ControlDirectory }
  'GET /endpoints/faults': { request: Record<never, never>; response: ControlEndpointFault[] }
  'GET /gateway/sessions': {
    request: { query?: { session_id?: string; user_id?: string; application_id?: string } }
    response: ControlSession[]
  }
  'GET /nodes': { request: Record<never, never>; response: ControlNode[] }
  'GET /requests/faults': { request: Record<never, never>; response: ControlRequestFault[] }
  'GET /snapshots': { request: Record<never, never>; response: ControlSnapshot[] }
  'GET /tape': {
    request: {
      query?: {
        kind?: string
        application_id?: string
        guild_id?: string
        user_id?: string
        session_id?: string
        text?: string
        after?: number
        before?: number
        limit?: number
      }
    }
    response: TapeList
  }
  'GET /tape/export': {
    request: {
      query: {
        kind?: string
        application_id?: string
        guild_id?: string
        user_id?: string
        session_id?: string
        text?: string
        format: 'har' | 'ndjson'
      }
    }
    response: string
  }
  'GET /tape/stream': {
    request: {
      query?: {
        kind?: string
        application_id?: string
        guild_id?: string
        user_id?: string
        session_id?: string
        text?: string
        details?: boolean
      }
    }
    response: string
  }
  'GET /tape/{record_id}': { request: { params: { record_id: number } }; response: TapeRecordDetails }
  'GET /tape/{record_id}/copy': {
    request: { params: { record_id: number }; query: { as: 'curl' | 'test' } }
    response: TapeCopy
  }
  'GET /voice/calls': { request: Record<never, never>; response: ControlVoiceCall[] }
  'GET /worlds': { request: Record<never, never>; response: ControlWorld[] }
  'PATCH /clock': {
    request: { body?: { advance_ms?: number; now?: string; frozen?: boolean } }
    response: ControlClock
  }
  'PATCH /tape': { request: { body: { recording: boolean } }; response: TapeState }
  'POST /endpoints/faults': {
    request: { body: { type: 'timeout' | 'refuse'; url?: string; count?: number | null } }
    response: ControlAddedFault
  }
  'POST /gateway/faults': {
    request: {
      body: {
        session_id?: string
        user_id?: string
        application_id?: string
        type: 'drop' | 'close' | 'invalid_session' | 'reconnect' | 'delay_frames' | 'drop_frames' | 'duplicate_frames'
        code?: number
        resumable?: boolean
        frames?: number
        delay_ms?: number
      }
    }
    response: ControlFaultedSessions
  }
  'POST /people': { request: { body: { username: string; global_name?: string | null } }; response: ControlToken }
  'POST /requests/faults': {
    request: {
      body?: {
        method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
        path?: string
        user_id?: string
        application_id?: string
        count?: number | null
        delay_ms?: number
        status?: number
        code?: number
        message?: string
        scope?: 'user' | 'global' | 'shared'
        retry_after?: number
      }
    }
    response: ControlAddedFault
  }
  'POST /reset': { request: { body?: { bots?: 'stay' | 'reconnect' } }; response: ControlReplacement }
  'POST /snapshots/{snapshot_name}/restore': {
    request: { params: { snapshot_name: string }; body?: { bots?: 'stay' | 'reconnect' } }
    response: ControlReplacement
  }
  'POST /tape/{record_id}/replay': { request: { params: { record_id: number } }; response: TapeRecord }
  'POST /tokens': {
    request: { body?: { user_id?: string; username?: string; application_id?: string } }
    response: ControlToken
  }
  'POST /voice/faults': {
    request: {
      body: {
        type: 'loss' | 'delay' | 'cut' | 'none'
        user_id?: string
        channel_id?: string
        percent?: number
        delay_ms?: number
      }
    }
    response: ControlFaultedMembers
  }
  'POST /voice/probes': { request: { body: { sdp: string } }; response: ControlVoiceProbe }
  'POST /worlds': { request: { body: { name: string; world?: unknown } }; response: ControlWorld }
  'PUT /snapshots/{snapshot_name}': { request: { params: { snapshot_name: string } }; response: ControlSnapshot }
}

export type ControlAddedFault = { id: number }

export type ControlClock = { now: string; frozen: boolean }

export type ControlDirectory = {
  people: { id: string; username: string; global_name: string | null }[]
  applications: { id: string; name: string; bot_id: string | null }[]
  guilds: { id: string; name: string; owner_id: string }[]
}

export type ControlEndpointFault = { id: number; type: 'timeout' | 'refuse'; url?: string; count: number | null }

export type ControlFaultedMembers = { members: number }

export type ControlFaultedSessions = { sessions: number }

export type ControlNode = { name: string; url: string | null; version: string | null; lease_age_seconds: number }

export type ControlReplacement = { duration_ms: number }

export type ControlRequestFault = {
  id: number
  method?: string
  path?: string
  user_id?: string
  application_id?: string
  count: number | null
  delay_ms: number
  status: number | null
}

export type ControlSession = {
  session_id: string
  node?: string
  kind: 'bot' | 'person' | 'game'
  user_id: string
  application_id: string | null
  intents: number
  seq: number
  connected: boolean
}

export type ControlSnapshot = { name: string; created_at: string; date: string; bytes: number }

export type ControlToken = { token: string; user_id: string }

export type ControlVoiceCall = {
  channel_id: string
  members: {
    user_id: string
    kind: 'udp' | 'webrtc' | null
    transport: 'UDP' | 'TCP' | null
    received: number
    lost: number
    delay_ms: number | null
    fault: { loss_percent: number; delay_ms: number } | null
  }[]
}

export type ControlVoiceProbe = { sdp: string }

export type ControlWorld = {
  name: string
  ready: { url: string; api: string; gateway: string; control: { url: string; key: string }; world: unknown }
}

export type TapeCopy = { text: string }

export type TapeList = {
  recording: boolean
  began_at: string
  first_id: number | null
  last_id: number | null
  records: TapeRecord[]
}

export type TapeRecord = {
  id: number
  at: string
  date: string
  kind: 'request' | 'frame' | 'event' | 'delivery' | 'rpc' | 'voice'
  title: string
  direction: 'in' | 'out' | null
  application_id: string | null
  guild_id: string | null
  user_id: string | null
  session_id: string | null
  status: number | null
  duration_ms: number | null
  bytes: number
  why: string[] | null
}

export type TapeRecordDetails = {
  id: number
  at: string
  date: string
  kind: 'request' | 'frame' | 'event' | 'delivery' | 'rpc' | 'voice'
  title: string
  direction: 'in' | 'out' | null
  application_id: string | null
  guild_id: string | null
  user_id: string | null
  session_id: string | null
  status: number | null
  duration_ms: number | null
  bytes: number
  why: string[] | null
  details: unknown
}

export type TapeState = { recording: boolean; began_at: string; first_id: number | null; last_id: number | null }
