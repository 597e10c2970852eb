/** The parts of menus that the app uses, in a script that is fetched after the first screen. */
import { DropdownMenu } from 'radix-ui'

export const {
  CheckboxItem,
  Content,
  Item,
  ItemIndicator,
  Portal,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Sub,
  SubContent,
  SubTrigger,
  Trigger,
} = DropdownMenu
