/**
 * Requests of the control API with their parameters and responses. `npm run control-types` writes this file from
 * `GET /control/openapi.json`.
 */
export interface ControlApi {
  'DELETE /endpoints/faults': { request: Record<never, never>; response: null }
  'DELETE /endpoints/faults/{fault_id}': { request: { fault_id: number }; response: null }
  'DELETE /requests/faults': { request: Record<never, never>; response: null }
  'DELETE /requests/faults/{fault_id}': { request: { fault_id: number }; response: null }
  'GET /clock': { request: Record<never, never>; response: ControlClock }
  'GET /endpoints/faults': { request: Record<never, never>; response: ControlEndpointFault[] }
  'GET /gateway/sessions': {
    request: { session_id?: string; user_id?: string; application_id?: string }
    response: ControlSession[]
  }
  'GET /requests/faults': { request: Record<never, never>; response: ControlRequestFault[] }
  'PATCH /clock': { request: { advance_ms?: number; now?: string; frozen?: boolean }; response: ControlClock }
  'POST /endpoints/faults': {
    request: { type: 'timeout' | 'refuse'; url?: string; count?: number | null }
    response: ControlAddedFault
  }
  'POST /gateway/faults': {
    request: {
      session_id?: string
      user_id?: string
      application_id?: string
      type: 'drop' | 'close' | 'invalid_session' | 'reconnect' | 'delay_frames' | 'drop_frames' | 'duplicate_frames'
      code?: number
      resumable?: boolean
      frames?: number
      delay_ms?: number
    }
    response: ControlFaultedSessions
  }
  'POST /people': { request: { username: string; global_name?: string | null }; response: ControlToken }
  'POST /requests/faults': {
    request: {
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
    response: ControlAddedFault
  }
  'POST /tokens': { request: { user_id?: string; username?: string; application_id?: string }; response: ControlToken }
}

export type ControlAddedFault = { id: number }

export type ControlClock = { now: string; frozen: boolean }

export type ControlEndpointFault = { id: number; type: 'timeout' | 'refuse'; url?: string; count: number | null }

export type ControlFaultedSessions = { sessions: number }

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
  kind: 'bot' | 'person' | 'game'
  user_id: string
  application_id: string | null
  intents: number
  seq: number
  connected: boolean
}

export type ControlToken = { token: string; user_id: string }
