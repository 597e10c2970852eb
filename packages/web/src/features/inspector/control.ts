import { ControlClient } from '@guildhall/client/control'
import type { DetailedRecord, GatewayFaultRequest, RecordDetails, RequestFaultRequest } from './control-types.ts'

type Query = Record<string, string | number | boolean | undefined>

/** The control API with its key. The key is sent as a header, never in an address. */
export class Control {
  readonly key: string
  readonly #client: ControlClient

  constructor(key: string) {
    this.key = key
    this.#client = new ControlClient({ url: '/control', key })
  }

  clock = () => this.#client.request('GET /clock')
  changeClock = (change: { advance_ms?: number; now?: string; frozen?: boolean }) =>
    this.#client.request('PATCH /clock', change)

  addPerson = (person: { username: string; global_name: string | null }) => this.#client.request('POST /people', person)
  issueToken = (of: { user_id?: string; username?: string; application_id?: string }) =>
    this.#client.request('POST /tokens', of)

  directory = () => this.#client.request('GET /directory')
  voiceCalls = () => this.#client.request('GET /voice/calls')
  sessions = () => this.#client.request('GET /gateway/sessions')
  addGatewayFault = (fault: GatewayFaultRequest) => this.#client.request('POST /gateway/faults', fault)
  requestFaults = () => this.#client.request('GET /requests/faults')
  addRequestFault = (fault: RequestFaultRequest) => this.#client.request('POST /requests/faults', fault)
  deleteRequestFault = (fault_id: number) => this.#client.request('DELETE /requests/faults/{fault_id}', { fault_id })
  endpointFaults = () => this.#client.request('GET /endpoints/faults')
  addEndpointFault = (fault: { type: 'timeout' | 'refuse'; url?: string; count: number | null }) =>
    this.#client.request('POST /endpoints/faults', fault)
  deleteEndpointFault = (fault_id: number) => this.#client.request('DELETE /endpoints/faults/{fault_id}', { fault_id })

  reset = () => this.#client.request('POST /reset')
  snapshots = () => this.#client.request('GET /snapshots')
  saveSnapshot = (snapshot_name: string) => this.#client.request('PUT /snapshots/{snapshot_name}', { snapshot_name })
  restoreSnapshot = (snapshot_name: string) =>
    this.#client.request('POST /snapshots/{snapshot_name}/restore', { snapshot_name })
  deleteSnapshot = (snapshot_name: string) =>
    this.#client.request('DELETE /snapshots/{snapshot_name}', { snapshot_name })
  worlds = () => this.#client.request('GET /worlds')
  startWorld = (name: string) => this.#client.request('POST /worlds', { name })
  stopWorld = (world_name: string) => this.#client.request('DELETE /worlds/{world_name}', { world_name })

  tape = (query: Query, signal?: AbortSignal) => this.#client.request('GET /tape', query, { signal })
  record = async (record_id: number, signal?: AbortSignal): Promise<DetailedRecord> => {
    const record = await this.#client.request('GET /tape/{record_id}', { record_id }, { signal })
    // The fields of details depend on the kind of record.
    return { ...record, details: record.details as RecordDetails }
  }
  setRecording = (recording: boolean) => this.#client.request('PATCH /tape', { recording })
  emptyTape = () => this.#client.request('DELETE /tape')
  copyOf = (record_id: number, as: 'curl' | 'test') =>
    this.#client.request('GET /tape/{record_id}/copy', { record_id, as })
  replay = (record_id: number) => this.#client.request('POST /tape/{record_id}/replay', { record_id })
  /** Opens the stream of records as they come, one JSON text a line. */
  stream = (query: Query, signal: AbortSignal) => this.#client.open('/tape/stream', { query, signal })
  export = (format: 'har' | 'ndjson', query: Query) =>
    this.#client.open('/tape/export', { query: { ...query, format } })
}
