import {
  type ButtonObject,
  ComponentType,
  type MessageComponentObject,
  type ModalComponentObject,
  type ModalInputObject,
  type SelectObject,
  type ThumbnailObject,
} from '@guildhall/protocol'

/** Modal that an application opened for a user. Stored so that the submission can be checked against it. */
export interface Modal {
  custom_id: string
  title: string
  components: ModalComponentObject[]
}

/** Custom emoji by its id, or Unicode emoji by its name. */
export interface StoredPartialEmoji {
  id?: string
  name: string
  animated?: boolean
}

/** Component at any depth of a message or modal. */
export type ComponentNode =
  | MessageComponentObject
  | ModalComponentObject
  | ModalInputObject
  | ButtonObject
  | ThumbnailObject

const SELECT_TYPES: readonly unknown[] = [
  ComponentType.STRING_SELECT,
  ComponentType.USER_SELECT,
  ComponentType.ROLE_SELECT,
  ComponentType.MENTIONABLE_SELECT,
  ComponentType.CHANNEL_SELECT,
] satisfies SelectObject['type'][]

/** Returns whether a component type is one of the five selects. */
export function isSelectType(type: unknown): type is SelectObject['type'] {
  return SELECT_TYPES.includes(type)
}

/** Returns whether a component is one of the five selects. */
export function isSelect(component: ComponentNode): component is SelectObject {
  return isSelectType(component.type)
}

/** Returns the components directly inside another, in document order. */
export function childrenOf(component: ComponentNode): ComponentNode[] {
  const children: ComponentNode[] = 'components' in component ? [...component.components] : []
  if ('accessory' in component) children.push(component.accessory)
  if ('component' in component) children.push(component.component)
  return children
}

/** Gives each component without an `id`, or with 0, the next free one in document order, as documented. */
export function assignIds(components: readonly ComponentNode[]): void {
  const taken = new Set<number>()
  const all: ComponentNode[] = []
  const visit = (component: ComponentNode): void => {
    all.push(component)
    if (component.id) taken.add(component.id)
    for (const child of childrenOf(component)) visit(child)
  }
  for (const component of components) visit(component)
  let next = 1
  for (const component of all) {
    if (component.id) continue
    while (taken.has(next)) next += 1
    taken.add(next)
    component.id = next
  }
}

/** Returns the button or select with a custom id, at any depth. */
export function findComponent(
  components: readonly ComponentNode[],
  customId: string,
): ButtonObject | SelectObject | undefined {
  for (const component of components) {
    if (component.type === ComponentType.BUTTON || isSelect(component)) {
      if (component.custom_id === customId) return component
    } else {
      const inside = findComponent(childrenOf(component), customId)
      if (inside) return inside
    }
  }
  return undefined
}
