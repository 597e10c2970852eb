import type {
  ActionRowObject,
  ButtonObject,
  MessageComponentObject,
  PartialEmojiObject,
  SelectObject,
} from '@guildhall/protocol'
import { ComponentType } from '@guildhall/protocol/constants'

/** Buttons and selects of a message. */
export type UsableComponent = ButtonObject | SelectObject

/** Returns the buttons and selects of a message, also those within containers and sections. */
export function usableComponents(components: readonly MessageComponentObject[]): UsableComponent[] {
  return components.flatMap((component): UsableComponent[] => {
    switch (component.type) {
      case ComponentType.ACTION_ROW:
        return component.components.filter((child): child is UsableComponent => isUsable(child))
      case ComponentType.SECTION:
        return component.accessory.type === ComponentType.BUTTON ? [component.accessory] : []
      case ComponentType.CONTAINER:
        return usableComponents(component.components)
      default:
        return []
    }
  })
}

function isUsable({ type }: ActionRowObject['components'][number]): boolean {
  return type !== ComponentType.TEXT_INPUT
}

/** Returns whether a component is a button. */
export function isButton(component: UsableComponent): component is ButtonObject {
  return component.type === ComponentType.BUTTON
}

/** Returns the name by which people know a component: its label, emoji or placeholder, else its custom id. */
export function labelOf(component: UsableComponent): string {
  if (!isButton(component)) return component.placeholder ?? component.custom_id
  return component.label ?? emojiText(component.emoji) ?? component.custom_id ?? ''
}

function emojiText(emoji: PartialEmojiObject | undefined): string | undefined {
  return emoji?.name ?? undefined
}

/**
 * Finds a component by label, emoji, placeholder or custom id. Without a name the only one is meant.
 * @throws Error that lists the components there are
 */
export function findComponent<C extends UsableComponent>(all: readonly C[], kind: string, named?: string | RegExp): C {
  const fits = (text: string | undefined) =>
    text !== undefined && (named instanceof RegExp ? text.search(named) >= 0 : named === text)
  const found =
    named === undefined
      ? all.length === 1 && all[0]
      : all.find((component) => fits(labelOf(component)) || fits(component.custom_id ?? undefined))
  if (found) return found
  const there = all.map((component) => `"${labelOf(component)}"`).join(', ') || 'none'
  if (named === undefined && all.length > 1) throw new Error(`Name one ${kind} of the message: ${there}.`)
  throw new Error(`The message has no ${kind}${named === undefined ? '' : ` "${named}"`}. There are: ${there}.`)
}
