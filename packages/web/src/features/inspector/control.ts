import { Api } from '../../api/client.ts'
import type {
  ClockState,
  ControlSession,
  DetailedRecord,
  Directory,
  EndpointFaultState,
  GatewayFaultRequest,
  IssuedToken,
  NamedWorld,
  RequestFaultRequest,
  RequestFaultState,
  Snapshot,
  TapePage,
  TapeRecord,
} from './control-types.ts'

type Query = Record<string, string | number | boolean | undefined>

/** The control API with its key. The key is sent as a header, never in an address. */
export class Control {
  readonly key: string
  readonly #api: Api

  constructor(key: string) {
    this.key = key
    this.#api = new Api(`Bearer ${key}`, '/control')
  }

  clock = () => this.#api.get<ClockState>('/clock')
  changeClock = (body: { advance_ms?: number; now?: string; frozen?: boolean }) =>
    this.#api.patch<ClockState>('/clock', body)

  addPerson = (body: { username: string; global_name: string | null }) => this.#api.post<IssuedToken>('/people', body)
  issueToken = (body: { user_id?: string; username?: string; application_id?: string }) =>
    this.#api.post<IssuedToken>('/tokens', body)

  directory = () => this.#api.get<Directory>('/directory')
  sessions = () => this.#api.get<ControlSession[]>('/gateway/sessions')
  addGatewayFault = (body: GatewayFaultRequest) => this.#api.post<{ sessions: number }>('/gateway/faults', body)
  requestFaults = () => this.#api.get<RequestFaultState[]>('/requests/faults')
  addRequestFault = (body: RequestFaultRequest) => this.#api.post<{ id: number }>('/requests/faults', body)
  deleteRequestFault = (id: number) => this.#api.delete(`/requests/faults/${id}`)
  endpointFaults = () => this.#api.get<EndpointFaultState[]>('/endpoints/faults')
  addEndpointFault = (body: { type: string; url?: string; count: number | null }) =>
    this.#api.post<{ id: number }>('/endpoints/faults', body)
  deleteEndpointFault = (id: number) => this.#api.delete(`/endpoints/faults/${id}`)

  reset = () => this.#api.post<{ duration_ms: number }>('/reset', {})
  snapshots = () => this.#api.get<Snapshot[]>('/snapshots')
  saveSnapshot = (name: string) => this.#api.put(`/snapshots/${encodeURIComponent(name)}`)
  restoreSnapshot = (name: string) => this.#api.post(`/snapshots/${encodeURIComponent(name)}/restore`, {})
  deleteSnapshot = (name: string) => this.#api.delete(`/snapshots/${encodeURIComponent(name)}`)
  worlds = () => this.#api.get<NamedWorld[]>('/worlds')
  startWorld = (name: string) => this.#api.post<NamedWorld>('/worlds', { name })
  stopWorld = (name: string) => this.#api.delete(`/worlds/${encodeURIComponent(name)}`)

  tape = (query: Query, signal?: AbortSignal) => this.#api.get<TapePage>('/tape', { query, ...(signal && { signal }) })
  record = (id: number, signal?: AbortSignal) => this.#api.get<DetailedRecord>(`/tape/${id}`, signal && { signal })
  setRecording = (recording: boolean) => this.#api.patch('/tape', { recording })
  emptyTape = () => this.#api.delete('/tape')
  copyOf = (id: number, as: 'curl' | 'test') => this.#api.get<{ text: string }>(`/tape/${id}/copy`, { query: { as } })
  replay = (id: number) => this.#api.post<TapeRecord>(`/tape/${id}/replay`)
  /** Opens the stream of records as they come, one JSON text a line. */
  stream = (query: Query, signal: AbortSignal) => this.#api.open('/tape/stream', { query, signal })
  export = (format: 'har' | 'ndjson', query: Query) => this.#api.open('/tape/export', { query: { ...query, format } })
}
