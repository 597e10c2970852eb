import type { CommandChoiceObject } from '@guildhall/protocol'
import { ChannelType, CommandType, InteractionType } from '@guildhall/protocol/constants'
import { multipart } from '../http.ts'
import type { Actor } from './actor.ts'
import { at, type CallSite, callSite } from './call-site.ts'
import { type CommandIndex, type FoundCommand, findCommand, namesIn, type OptionValue, optionsOf } from './commands.ts'
import { interact } from './interact.ts'
import { type SeenMessage, seenMessage } from './message.ts'
import { idOf, type Reference } from './references.ts'
import { bodyOf, fieldsOf, type MessageInput, send } from './send.ts'

/** Time between two looks at the list of commands, of which the gateway announces no change. */
const LOOK_AGAIN_MS = 25

/** A person in a channel, thread or direct message. */
export class ChannelActs {
  /** Id of the channel. */
  readonly id: string
  readonly #person: Actor

  constructor(person: Actor, channelId: string) {
    this.#person = person
    this.id = channelId
  }

  /** Posts a message. Returns it as the server stored it. */
  async says(message: string | MessageInput): Promise<SeenMessage> {
    const site = callSite(this.says)
    return seenMessage(this.#person, await send(site, this.#person, this.id, bodyOf(message)))
  }

  /**
   * Uses a command: `uses('/ban', { user: bob })`, `uses('/config set', …)`, or a context menu command
   * `uses('Report', { on: message })`. Options are people, bots, roles, channels, files (`{ name, data }`) and plain
   * values. Waits until the application has registered the command. Resolves when the server has accepted the use;
   * `sees` waits for the response.
   * @param by.of application, where several have a command of that name
   */
  async uses(
    command: string,
    options: Readonly<Record<string, OptionValue | undefined>> = {},
    by: { of?: Reference } = {},
  ): Promise<void> {
    const site = callSite(this.uses)
    const found = await this.#command(site, command, by.of)
    const what = `${this.#person.name} uses ${command}`
    const base = { type: InteractionType.APPLICATION_COMMAND, ...this.#target(found) }
    if (command.startsWith('/')) {
      const { options: sent, files } = this.#filled(site, found, options)
      await interact(site, this.#person, what, { ...base, data: { ...dataOf(found), options: sent } }, files)
      return
    }
    const { on } = options
    if (typeof on !== 'string' && !(typeof on === 'object' && 'id' in on))
      throw at(site, new TypeError(`${command} is a context menu command: uses('${command}', { on: message or user })`))
    await interact(site, this.#person, what, { ...base, data: { ...dataOf(found), target_id: idOf(on) } })
  }

  /**
   * Types into the last of the given options of a command. Returns the choices that the application offers for it.
   * @throws when the application offers none in time
   */
  async types(
    command: string,
    options: Readonly<Record<string, OptionValue>>,
    by: { of?: Reference } = {},
  ): Promise<readonly CommandChoiceObject[]> {
    const site = callSite(this.types)
    const found = await this.#command(site, command, by.of)
    const { options: sent } = this.#filled(site, found, options, Object.keys(options).at(-1))
    const nonce = await interact(site, this.#person, `${this.#person.name} types ${command}`, {
      type: InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
      ...this.#target(found),
      data: { ...dataOf(found), options: sent },
    })
    const response = await this.#person.await(site, 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { nonce })
    return (response.d as unknown as { choices: CommandChoiceObject[] }).choices
  }

  /** Shows the typing indicator. */
  async startsTyping(): Promise<void> {
    const site = callSite(this.startsTyping)
    await this.#person.act(site, this.#what('typing'), (api) => api.post(`/channels/${this.id}/typing`))
  }

  /**
   * Starts a thread without a message, or in a forum a post with one. Returns the thread, for `in(thread)`.
   * @param name name of the thread
   */
  async startsThread(name: string, message?: string | MessageInput): Promise<{ id: string; name: string }> {
    const site = callSite(this.startsThread)
    const { files, ...fields } = fieldsOf(message ?? '')
    const body = message === undefined ? { name, type: ChannelType.PUBLIC_THREAD } : { name, message: fields }
    const { body: thread } = await this.#person.act<{ id: string; name: string }>(site, this.#what('a thread'), (api) =>
      api.post(`/channels/${this.id}/threads`, files ? multipart(body, files) : body),
    )
    return thread
  }

  #what(act: string): string {
    return `${this.#person.name} in ${this.#person.nameOf(this.id)}: ${act}`
  }

  #target({ command }: FoundCommand) {
    return { application_id: command.application_id, channel_id: this.id }
  }

  #filled(site: CallSite, ...given: Parameters<typeof optionsOf>): ReturnType<typeof optionsOf> {
    try {
      return optionsOf(...given)
    } catch (error) {
      throw at(site, error as Error)
    }
  }

  /** Finds a command; waits for it, because applications register their commands while the test runs. */
  async #command(site: CallSite, named: string, of: Reference | undefined): Promise<FoundCommand> {
    const path = `/channels/${this.id}/application-command-index`
    const endsAt = performance.now() + this.#person.limitMs
    for (;;) {
      const what = `${this.#person.name} looks for ${named}`
      const { body } = await this.#person.act<CommandIndex>(site, what, (api) => api.get(path))
      const found = findCommand(body, named, of)
      if (found) return found
      if (performance.now() > endsAt) {
        const there = namesIn(body).join(', ') || 'none'
        const place = this.#person.nameOf(this.id)
        throw at(site, new Error(`${this.#person.name} finds no command ${named} in ${place}. There are: ${there}.`))
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }
}

function dataOf({ command: { id, name, type, version } }: FoundCommand) {
  return { id, name, type: type ?? CommandType.CHAT_INPUT, version }
}
