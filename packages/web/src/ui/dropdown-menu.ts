import { later } from '../lib/later.ts'

const parts = later(() => import('./dropdown-parts.ts'))

/** Fetches the script of menus before one is opened. */
export const loadMenus = parts.load

/** Parts of a menu, as Radix has them. Their script is fetched when the first menu is shown, inside a `Suspense`. */
export const DropdownMenu = {
  CheckboxItem: parts.component(({ CheckboxItem }) => CheckboxItem),
  Content: parts.component(({ Content }) => Content),
  Item: parts.component(({ Item }) => Item),
  ItemIndicator: parts.component(({ ItemIndicator }) => ItemIndicator),
  Portal: parts.component(({ Portal }) => Portal),
  RadioGroup: parts.component(({ RadioGroup }) => RadioGroup),
  RadioItem: parts.component(({ RadioItem }) => RadioItem),
  Root: parts.component(({ Root }) => Root),
  Separator: parts.component(({ Separator }) => Separator),
  Sub: parts.component(({ Sub }) => Sub),
  SubContent: parts.component(({ SubContent }) => SubContent),
  SubTrigger: parts.component(({ SubTrigger }) => SubTrigger),
  Trigger: parts.component(({ Trigger }) => Trigger),
}
