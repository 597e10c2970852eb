import type { ModalComponentObject, ModalInputObject } from '@guildhall/protocol'
import { ComponentType, InteractionType } from '@guildhall/protocol/constants'
import type { Attached } from '../http.ts'
import type { Actor } from './actor.ts'
import { at, callSite } from './call-site.ts'
import { interact } from './interact.ts'
import { valueOfChoice } from './message.ts'
import { idOf, isReference, type Reference } from './references.ts'

/** Content of a field: a text, a switch, one or more choices, or files. */
export type FieldValue = string | boolean | Reference | Attached | readonly (Reference | Attached)[]

/** A modal as INTERACTION_MODAL_CREATE describes it. */
interface ModalObject {
  readonly id: string
  readonly custom_id: string
  readonly title: string
  readonly channel_id: string
  readonly components: readonly ModalComponentObject[]
  readonly application: { readonly id: string; readonly name: string }
}

interface Field {
  readonly label: string
  readonly input: ModalInputObject
}

/** A modal that a person saw. */
export class Modal {
  readonly id: string
  readonly title: string
  readonly custom_id: string
  readonly components: readonly ModalComponentObject[]
  readonly #person: Actor
  readonly #modal: ModalObject
  readonly #values = new Map<string, FieldValue>()

  constructor(person: Actor, payload: object) {
    const modal = payload as ModalObject // The server's INTERACTION_MODAL_CREATE.
    this.id = modal.id
    this.title = modal.title
    this.custom_id = modal.custom_id
    this.components = modal.components
    this.#person = person
    this.#modal = modal
  }

  /** Labels of the fields, in their order. */
  get labels(): string[] {
    return this.#fields.map(({ label }) => label)
  }

  /**
   * Fills fields in by their label or custom id: texts, `true` for a checkbox, choices by label or value, people,
   * roles, channels, or files (`{ name, data }`). Other fields keep what they have at first.
   */
  fill(values: Readonly<Record<string, FieldValue>>): this {
    const site = callSite(this.fill)
    for (const [named, value] of Object.entries(values)) {
      const field = this.#fields.find(({ label, input }) => label === named || input.custom_id === named)
      const labels = this.labels.map((label) => `"${label}"`).join(', ')
      if (!field) throw at(site, new Error(`The modal "${this.title}" has no field "${named}". There are: ${labels}.`))
      this.#values.set(field.input.custom_id, value)
    }
    return this
  }

  /** Submits the modal. The server checks lengths, choices and required fields. */
  async submit(): Promise<void> {
    const site = callSite(this.submit)
    const files: Attached[] = []
    const components = this.components.map((component) => {
      if (component.type === ComponentType.LABEL)
        return { type: component.type, id: component.id, component: this.#submitted(component.component, files) }
      if (component.type !== ComponentType.ACTION_ROW) return { type: component.type, id: component.id }
      const inputs = component.components.filter((child) => child.type === ComponentType.TEXT_INPUT)
      return { type: component.type, components: inputs.map((input) => this.#submitted(input, files)) }
    })
    const { id, custom_id, channel_id, application } = this.#modal
    const use = {
      type: InteractionType.MODAL_SUBMIT,
      application_id: application.id,
      channel_id,
      data: { id, custom_id, components },
    }
    await interact(site, this.#person, `${this.#person.name} submits "${this.title}"`, use, files)
  }

  get #fields(): Field[] {
    return this.components.flatMap((component): Field[] => {
      if (component.type === ComponentType.LABEL) return [{ label: component.label, input: component.component }]
      if (component.type !== ComponentType.ACTION_ROW) return []
      const [input] = component.components
      return input?.type === ComponentType.TEXT_INPUT ? [{ label: input.label ?? '', input }] : []
    })
  }

  #submitted(input: ModalInputObject, files: Attached[]) {
    const { type, id, custom_id } = input
    const value = this.#values.get(custom_id) ?? initialValue(input)
    const base = { type, ...(id !== undefined && { id }), custom_id }
    const options = 'options' in input ? input.options : undefined
    const plain = (entry: Reference | Attached) =>
      isReference(entry) ? valueOfChoice(options, entry) : String(files.push(entry) - 1)
    if (hasOneValue(input)) {
      const isEmpty = value === null || typeof value === 'boolean' || Array.isArray(value)
      return { ...base, value: isEmpty ? value : plain(value as Reference) }
    }
    const entries = (Array.isArray(value) ? value : [value]) as (Reference | Attached)[]
    return { ...base, values: entries.map(plain) }
  }
}

function hasOneValue({ type }: ModalInputObject): boolean {
  return type === ComponentType.TEXT_INPUT || type === ComponentType.CHECKBOX || type === ComponentType.RADIO_GROUP
}

/** Returns the content that a field has at first. */
function initialValue(input: ModalInputObject): FieldValue | null {
  switch (input.type) {
    case ComponentType.TEXT_INPUT:
      return input.value ?? ''
    case ComponentType.CHECKBOX:
      return input.default ?? false
    case ComponentType.RADIO_GROUP:
      return input.options.find((option) => option.default)?.value ?? null
    case ComponentType.FILE_UPLOAD:
      return []
    case ComponentType.STRING_SELECT:
    case ComponentType.CHECKBOX_GROUP:
      return (input.options ?? []).filter((option) => option.default).map(({ value }) => value)
    default:
      return (input.default_values ?? []).map(idOf)
  }
}
