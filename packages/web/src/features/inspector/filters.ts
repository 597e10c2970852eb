import type { SearchParams } from '../../lib/search-params.ts'
import { RECORD_KINDS, type RecordKind } from './control-types.ts'

/** Panels beside the list. */
export const PANELS = ['clock', 'faults', 'worlds', 'people', 'calls'] as const
export type PanelName = (typeof PANELS)[number]

/** Filters of the tape. Absent fields select everything. */
export interface Filters {
  kind?: string
  application_id?: string
  guild_id?: string
  user_id?: string
  session_id?: string
  text?: string
}

/** State of the inspector that its address keeps. */
export interface InspectorSearch extends Filters {
  /** Record whose details are open. */
  record?: string
  panel?: PanelName
}

const FILTER_NAMES = ['kind', 'application_id', 'guild_id', 'user_id', 'session_id', 'text'] as const
/** Longest text that is searched for. */
export const TEXT_MAX = 200
const ID = /^\d{1,20}$/
const SESSION_ID = /^[\w-]{1,64}$/

/** Returns the state that an address names. Values of another form are left out. */
export function searchOf(params: SearchParams): InspectorSearch {
  const one = (name: string, form: RegExp) => {
    const value = params[name]
    return typeof value === 'string' && form.test(value) ? { [name]: value } : {}
  }
  const kinds = kindsOf(typeof params.kind === 'string' ? params.kind : '')
  const panel = PANELS.find((name) => name === params.panel)
  const text = typeof params.text === 'string' ? params.text.slice(0, TEXT_MAX) : ''
  return {
    ...(kinds.length > 0 && { kind: kinds.join(',') }),
    ...one('application_id', ID),
    ...one('guild_id', ID),
    ...one('user_id', ID),
    ...one('session_id', SESSION_ID),
    ...(text !== '' && { text }),
    ...one('record', ID),
    ...(panel && { panel }),
  }
}

/** Returns the kinds that a filter names; none of them means all. */
export function kindsOf(kind: string | undefined): RecordKind[] {
  const wanted = new Set(kind?.split(','))
  return RECORD_KINDS.filter((name) => wanted.has(name))
}

/** Returns the filter after a kind was pressed. With all kinds, it is absent again. */
export function toggledKind(kind: string | undefined, pressed: RecordKind): string | undefined {
  const chosen = kindsOf(kind)
  const next = RECORD_KINDS.filter((name) => (name === pressed) !== chosen.includes(name))
  return next.length === 0 || next.length === RECORD_KINDS.length ? undefined : next.join(',')
}

/** Returns the filters of the page's state, as the control API takes them. */
export function filtersOf(search: InspectorSearch): Filters {
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  ) as Filters
}
