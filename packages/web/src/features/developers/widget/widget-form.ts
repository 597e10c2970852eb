import { numberFormat } from '../../../lib/language/formats.ts'
import { type Message, msg, t } from '../../../lib/language/text.ts'
import { type Slot, SURFACE_FORMS, type Surfaces, type WidgetField } from './surfaces.ts'

/** Kind of the content of a field. */
export type SlotKind = 'none' | 'custom' | 'text' | 'number' | 'duration' | 'asset' | 'image'

type FieldTypes = Pick<WidgetField, 'value_type' | 'presentation_type'>

const TYPES: Readonly<Record<Exclude<SlotKind, 'none'>, FieldTypes>> = {
  custom: { value_type: 'custom_string', presentation_type: 'text' },
  text: { value_type: 'data', presentation_type: 'text' },
  number: { value_type: 'data', presentation_type: 'number' },
  duration: { value_type: 'data', presentation_type: 'duration' },
  asset: { value_type: 'application_asset', presentation_type: 'image' },
  image: { value_type: 'data', presentation_type: 'image' },
}

/** Kinds that a text or a picture can have, with their names. */
export const SLOT_KINDS: Readonly<Record<Slot['kind'], readonly (readonly [SlotKind, Message])[]>> = {
  text: [
    ['none', msg('Nothing')],
    ['custom', msg('A text')],
    ['text', msg('A statistic that is text')],
    ['number', msg('A statistic that is a number')],
    ['duration', msg('A statistic that is a duration')],
  ],
  picture: [
    ['none', msg('Nothing')],
    ['asset', msg('An image of the game')],
    ['image', msg('A statistic that is an image')],
  ],
}

/** A field as the form edits it. */
export interface SlotValue {
  readonly kind: SlotKind
  /** Text, key of a statistic, or key of an image. */
  readonly value: string
  /** Shown to players without the statistic; empty for nothing. */
  readonly fallback: string
}

const NOTHING: SlotValue = { kind: 'none', value: '', fallback: '' }

/** Fields of a widget by `slotKey`. */
export type WidgetForm = Readonly<Record<string, SlotValue>>

/** Returns the key of a field in the form. */
export const slotKey = (surface: string, { component, field }: Pick<Slot, 'component' | 'field'>) =>
  `${surface}/${component}/${field}`

/** Whether a field takes its value from the statistics of a player, and so may have a fallback. */
export const isStatistic = (kind: SlotKind) => kind !== 'none' && kind !== 'custom' && kind !== 'asset'

function slotValueOf(field: WidgetField | undefined): SlotValue {
  if (!field) return NOTHING
  const { value_type, presentation_type, value, fallback } = field
  const kinds = Object.entries(TYPES) as [SlotKind, FieldTypes][]
  const found = kinds.find(([, one]) => one.value_type === value_type && one.presentation_type === presentation_type)
  return { kind: found?.[0] ?? 'none', value, fallback: fallback?.value ?? '' }
}

function fieldOf({ kind, value, fallback }: SlotValue): WidgetField | undefined {
  if (kind === 'none') return undefined
  const replacement = kind === 'image' ? TYPES.asset : TYPES.custom
  return {
    ...TYPES[kind],
    value: value.trim(),
    ...(isStatistic(kind) && fallback.trim() !== '' && { fallback: { ...replacement, value: fallback.trim() } }),
  }
}

/** Returns the form of stored surfaces. */
export function formOf(surfaces: Surfaces): WidgetForm {
  return Object.fromEntries(
    SURFACE_FORMS.flatMap(({ name, slots }) =>
      slots.map((slot) => [
        slotKey(name, slot),
        slotValueOf(surfaces[name]?.components[slot.component]?.fields[slot.field]),
      ]),
    ),
  )
}

/**
 * Returns the surfaces of a form. Components and fields that the portal does not know stay as they were stored; a
 * surface that need not exist is left out while it is empty.
 */
export function surfacesOf(form: WidgetForm, stored: Surfaces): Surfaces {
  const surfaces: Surfaces = {}
  for (const { name, layout, required, slots } of SURFACE_FORMS) {
    const before = stored[name]
    const components = structuredClone(before?.components ?? {})
    for (const slot of slots) {
      const fields = { ...components[slot.component]?.fields }
      const field = fieldOf(form[slotKey(name, slot)] ?? NOTHING)
      if (field) fields[slot.field] = field
      else delete fields[slot.field]
      if (Object.keys(fields).length > 0) components[slot.component] = { fields }
      else delete components[slot.component]
    }
    if (required || Object.keys(components).length > 0)
      surfaces[name] = { layout: before?.layout ?? layout, components }
  }
  return surfaces
}

/** Returns the statistics that a form shows, each once. */
export function statisticsOf(form: WidgetForm): { key: string; kind: SlotKind }[] {
  const found = new Map<string, SlotKind>()
  for (const { kind, value } of Object.values(form)) {
    const key = value.trim()
    if (isStatistic(kind) && key !== '' && !found.has(key)) found.set(key, kind)
  }
  return [...found].map(([key, kind]) => ({ key, kind }))
}

const SAMPLES: Readonly<Record<string, Message>> = {
  rank_name: msg('Gold II'),
  highest_rank: msg('Platinum I'),
  season: msg('Season 4'),
  featured_played_character: msg('Wren'),
  username: msg('player_one'),
}
const SAMPLE_NUMBER = '128'
const SAMPLE_DURATION_MS = String(3 * 3_600_000 + 25 * 60_000)

/** Returns a sample of a statistic, for the preview. */
export function sampleOf(key: string, kind: SlotKind): string {
  if (kind === 'number') return key === 'playtime_hours' ? '69.5' : SAMPLE_NUMBER
  if (kind === 'duration') return SAMPLE_DURATION_MS
  const sample = SAMPLES[key]
  return kind === 'image' ? 'image' : sample ? t(sample) : ''
}

/** Content of a field in the preview: a text, or the name of a picture; null for nothing. */
export type Rendered = { readonly kind: 'text' | 'picture'; readonly text: string } | null

/** Returns what a field shows for sample statistics: its value, else its fallback, as on a profile. */
export function rendered({ kind, value, fallback }: SlotValue, samples: Readonly<Record<string, string>>): Rendered {
  const [key, instead] = [value.trim(), fallback.trim()]
  if (kind === 'none' || key === '') return null
  if (kind === 'custom') return { kind: 'text', text: key }
  if (kind === 'asset') return { kind: 'picture', text: key }
  const sample = (samples[key] ?? sampleOf(key, kind)).trim()
  if (kind === 'image') return sample || instead ? { kind: 'picture', text: sample ? key : instead } : null
  const shown = kind === 'text' ? sample : numberInWords(sample, kind)
  return shown || instead ? { kind: 'text', text: shown || instead } : null
}

function numberInWords(sample: string, kind: 'number' | 'duration'): string {
  const value = sample === '' ? Number.NaN : Number(sample)
  if (!Number.isFinite(value)) return ''
  if (kind === 'number') return numberFormat().format(value)
  const minutes = Math.floor(value / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
