import type { MessageComponentObject, MessageObject, SelectObject } from '@guildhall/protocol'
import { InteractionType } from '@guildhall/protocol/constants'
import type { Actor } from './actor.ts'
import { at, type CallSite, callSite } from './call-site.ts'
import { findComponent, isButton, labelOf, type UsableComponent, usableComponents } from './components.ts'
import { interact } from './interact.ts'
import { idOf, type Reference } from './references.ts'
import { bodyOf, type MessageInput, send } from './send.ts'

/** A message as a person saw it, with what that person can do with it. It does not follow later edits. */
export type SeenMessage = MessageObject & MessageActs

/** Returns a message that a person saw. */
export function seenMessage(person: Actor, message: MessageObject): SeenMessage {
  return Object.assign(new MessageActs(person), message)
}

/** Acts of a person on a message. */
class MessageActs {
  declare readonly id: string
  declare readonly channel_id: string
  readonly #person: Actor

  constructor(person: Actor) {
    this.#person = person
  }

  /** Returns the same message in the hands of somebody else, who need not see it. */
  as(person: Actor): SeenMessage {
    return seenMessage(person, this.#message)
  }

  /** Returns the button with a label, emoji or custom id; the only one without a name. */
  button(named?: string | RegExp): Button {
    const site = callSite(this.button)
    const buttons = this.#components(site).filter(isButton)
    return new Button(this.#person, this.#message, this.#find(site, buttons, 'button', named))
  }

  /** Returns the select with a placeholder or custom id; the only one without a name. */
  select(named?: string | RegExp): Select {
    const site = callSite(this.select)
    const selects = this.#components(site).filter((component): component is SelectObject => !isButton(component))
    return new Select(this.#person, this.#message, this.#find(site, selects, 'select', named))
  }

  /** Replies in the same channel. Returns the reply. */
  async reply(message: string | MessageInput): Promise<SeenMessage> {
    const site = callSite(this.reply)
    const body = bodyOf(message, { message_reference: { message_id: this.id } })
    return seenMessage(this.#person, await send(site, this.#person, this.channel_id, body))
  }

  /** Edits the message, which only its author can. Returns the new state. */
  async edit(message: string | MessageInput): Promise<SeenMessage> {
    const site = callSite(this.edit)
    const { body } = await this.#act<MessageObject>(site, 'edit', (api) => api.patch(this.#path, bodyOf(message)))
    return seenMessage(this.#person, body)
  }

  /** Deletes the message. */
  async delete(): Promise<void> {
    const site = callSite(this.delete)
    await this.#act(site, 'delete', (api) => api.delete(this.#path))
  }

  /** Adds a reaction: an emoji, or `name:id` of a custom one. */
  async react(emoji: string): Promise<void> {
    const site = callSite(this.react)
    await this.#act(site, `react ${emoji}`, (api) => api.put(this.#reaction(emoji)))
  }

  /** Removes the person's reaction. */
  async unreact(emoji: string): Promise<void> {
    const site = callSite(this.unreact)
    await this.#act(site, `unreact ${emoji}`, (api) => api.delete(this.#reaction(emoji)))
  }

  /** Pins the message. */
  async pin(): Promise<void> {
    const site = callSite(this.pin)
    await this.#act(site, 'pin', (api) => api.put(`/channels/${this.channel_id}/messages/pins/${this.id}`))
  }

  /** Votes in the message's poll for answers by their text or id; none takes the votes back. */
  async vote(...answers: readonly (string | number)[]): Promise<void> {
    const site = callSite(this.vote)
    const known = this.#message.poll?.answers ?? []
    const ids = answers.map((answer) => {
      const found = known.find(({ answer_id, poll_media }) => answer === answer_id || answer === poll_media.text)
      if (found) return found.answer_id
      const texts = known.map(({ poll_media }) => `"${poll_media.text}"`).join(', ')
      throw at(site, new Error(`The poll has no answer "${answer}". There are: ${texts || 'none'}.`))
    })
    const path = `/channels/${this.channel_id}/polls/${this.id}/answers/@me`
    await this.#act(site, 'vote', (api) => api.put(path, { answer_ids: ids }))
  }

  /** Starts a thread from the message. Returns the thread, which a person acts in by `in(thread)`. */
  async startThread(name: string): Promise<{ id: string; name: string }> {
    const site = callSite(this.startThread)
    const path = `${this.#path}/threads`
    return (await this.#act<{ id: string; name: string }>(site, 'start a thread', (api) => api.post(path, { name })))
      .body
  }

  get #message(): MessageObject {
    return this as unknown as MessageObject
  }

  get #path(): string {
    return `/channels/${this.channel_id}/messages/${this.id}`
  }

  #reaction(emoji: string): string {
    return `${this.#path}/reactions/${encodeURIComponent(emoji)}/@me`
  }

  #act<T = unknown>(site: CallSite, what: string, call: Parameters<Actor['act']>[2]) {
    return this.#person.act<T>(site, `${this.#person.name}: ${what}`, call)
  }

  #components(site: CallSite): UsableComponent[] {
    const { components } = this.#message
    if (components === undefined) throw at(site, new Error('The message has no components.'))
    return usableComponents(components as MessageComponentObject[]) // Other components have no use.
  }

  #find<C extends UsableComponent>(site: CallSite, all: readonly C[], kind: string, named?: string | RegExp): C {
    try {
      return findComponent(all, kind, named)
    } catch (error) {
      throw at(site, error as Error)
    }
  }
}

/** Returns the application that a message's components belong to. */
function applicationOf({ application_id, author }: MessageObject): string {
  return application_id ?? author.id
}

/** A button as a person sees it. */
export class Button {
  /** Text on the button. */
  readonly label: string
  /** Whether it is shown disabled. */
  readonly disabled: boolean
  /** Address of a link button. */
  readonly url: string | undefined
  readonly #person: Actor
  readonly #message: MessageObject
  readonly #component: UsableComponent & { url?: string }

  constructor(person: Actor, message: MessageObject, component: UsableComponent & { url?: string }) {
    this.label = labelOf(component)
    this.disabled = component.disabled ?? false
    this.url = component.url
    this.#person = person
    this.#message = message
    this.#component = component
  }

  /** Presses the button. The server refuses it if the person cannot see the message, or the button is disabled. */
  async press(): Promise<void> {
    const site = callSite(this.press)
    if (this.url !== undefined) throw at(site, new Error(`The button "${this.label}" is a link to ${this.url}.`))
    await useComponent(site, this.#person, this.#message, this.#component, { what: `presses "${this.label}"` })
  }
}

/** A select as a person sees it. */
export class Select {
  /** Labels of its options; none for a select of users, roles or channels. */
  readonly options: readonly string[]
  readonly #person: Actor
  readonly #message: MessageObject
  readonly #component: SelectObject

  constructor(person: Actor, message: MessageObject, component: SelectObject) {
    this.options = (component.options ?? []).map(({ label }) => label)
    this.#person = person
    this.#message = message
    this.#component = component
  }

  /** Chooses options by label or value, or people, roles and channels. */
  async choose(...choices: readonly Reference[]): Promise<void> {
    const site = callSite(this.choose)
    const values = choices.map((choice) => valueOfChoice(this.#component.options, choice))
    const what = `chooses ${values.join(', ')}`
    await useComponent(site, this.#person, this.#message, this.#component, { what, values })
  }
}

/** Returns the value of an option that is named by its label, or of something with an id. */
export function valueOfChoice(
  options: readonly { label: string; value: string }[] | undefined,
  choice: Reference,
): string {
  const named = idOf(choice)
  const found = options?.find(({ value }) => value === named) ?? options?.find(({ label }) => label === named)
  return found?.value ?? named
}

async function useComponent(
  site: CallSite,
  person: Actor,
  message: MessageObject,
  { type, custom_id }: UsableComponent,
  { what, values }: { what: string; values?: readonly string[] },
): Promise<void> {
  await interact(site, person, `${person.name} ${what}`, {
    type: InteractionType.MESSAGE_COMPONENT,
    application_id: applicationOf(message),
    channel_id: message.channel_id,
    message_id: message.id,
    data: { component_type: type, custom_id, ...(values && { values }) },
  })
}
