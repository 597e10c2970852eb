import type { CommandChoiceObject } from '@guildhall/protocol'
import type { Events } from '../../contract/generated/events.ts'
import type { LocalActions, Reducer, Reducers } from '../action.ts'
import { INTERACTIONS_MAX } from '../limits.ts'
import { withEntry, withoutEntry } from '../maps.ts'
import type { ClientState, PendingInteraction, ShownMessage } from '../state.ts'
import { inChannel, withMessage } from './messages.ts'

/** Identifies an interaction by the nonce that the app chose. Other sessions of the person receive the event too. */
interface Handle {
  nonce?: string | null
}

const started: Reducer<LocalActions['interaction started']> = (state, pending) => {
  const others = [...state.interactions].filter(
    ([, known]) => known.state === 'waiting' || known.messageId === null || known.messageId !== pending.messageId,
  )
  const kept = new Map(others.slice(1 - INTERACTIONS_MAX))
  return { ...state, interactions: kept.set(pending.nonce, { ...pending, state: 'waiting' }) }
}

/** Shows the message that represents an interaction while its application has not responded. */
const showWaiting: Reducer<LocalActions['interaction waiting']> = (state, { nonce }) => {
  const pending = state.interactions.get(nonce)
  return pending?.message && pending.state === 'waiting' ? withNote(state, pending, pending.message) : state
}

function withNote(state: ClientState, { channelId }: PendingInteraction, message: ShownMessage): ClientState {
  return inChannel(state, channelId, (range) => ({ ...range, items: withMessage(range.items, message) }))
}

/** Forgets an interaction whose application has responded, and the message that stood for it. */
const finished: Reducer<Handle> = (state, { nonce }) => {
  const pending = state.interactions.get(nonce ?? '')
  if (!pending) return state
  const next = { ...state, interactions: withoutEntry(state.interactions, pending.nonce) }
  if (!pending.message) return next
  return inChannel(next, pending.channelId, (range) => {
    const items = range.items.filter(({ id }) => id !== pending.message?.id)
    return items.length === range.items.length ? range : { ...range, items }
  })
}

function fail(state: ClientState, nonce: string, error: string): ClientState {
  const pending = state.interactions.get(nonce)
  if (!pending) return state
  const failed = { ...pending, state: 'failed' as const, error }
  if (!pending.message) return { ...state, interactions: withEntry(state.interactions, nonce, failed) }
  const message = { ...pending.message, local: { ...pending.message.local, state: 'failed' as const, error } }
  return withNote({ ...state, interactions: withoutEntry(state.interactions, nonce) }, pending, message)
}

/** Text for each kind of interaction whose application did not respond in time, or responded with an error. */
const FAILURES: Readonly<Record<PendingInteraction['kind'], string>> = {
  command: 'The application did not respond',
  modal: 'The application did not respond',
  component: 'This interaction failed',
}

const refused: Reducer<Handle> = (state, { nonce }) => {
  const pending = state.interactions.get(nonce ?? '')
  return pending ? fail(state, pending.nonce, FAILURES[pending.kind]) : state
}

/** Opens a modal, only in the session in which the person used the application. */
const modalOpened: Reducer<Events['INTERACTION_MODAL_CREATE']> = (state, data, now) => {
  if (!state.interactions.has(data.nonce ?? '') || !data.application) return state
  const modal = {
    id: data.id,
    nonce: data.nonce ?? null,
    channelId: data.channel_id,
    guildId: data.guild_id ?? null,
    customId: data.custom_id,
    title: data.title,
    components: data.components,
    application: data.application,
  }
  return { ...finished(state, data, now), modal }
}

const completed: Reducer<Handle & { choices?: CommandChoiceObject[] | null }> = (state, { nonce, choices }) => ({
  ...state,
  autocomplete: { nonce: nonce ?? '', choices: choices ?? [] },
})

/** Interactions that the person started: with commands, components and modals. */
export const interactionReducers = {
  INTERACTION_SUCCESS: finished,
  INTERACTION_FAILURE: refused,
  INTERACTION_MODAL_CREATE: modalOpened,
  APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE: completed,
  'interaction started': started,
  'interaction waiting': showWaiting,
  'interaction refused': ((state, { nonce, error }, now) =>
    error === null ? finished(state, { nonce }, now) : fail(state, nonce, error)) satisfies Reducer<
    LocalActions['interaction refused']
  >,
  'modal closed': ((state, { id }) => (state.modal?.id === id ? { ...state, modal: null } : state)) satisfies Reducer<
    LocalActions['modal closed']
  >,
} satisfies Reducers
