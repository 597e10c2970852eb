import { compareIds } from '@guildhall/client/records'
import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import type { ComponentProps } from 'react'
import { useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { SelectField } from '../../ui/field.tsx'

/** Selectable types of channels, by the purpose of the select; `any` allows all but categories. */
const KINDS: Readonly<Record<'text' | 'voice' | 'any', readonly number[]>> = {
  text: [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT],
  voice: [ChannelType.GUILD_VOICE],
  any: [
    ChannelType.GUILD_TEXT,
    ChannelType.GUILD_ANNOUNCEMENT,
    ChannelType.GUILD_VOICE,
    ChannelType.GUILD_STAGE_VOICE,
    ChannelType.GUILD_FORUM,
    ChannelType.GUILD_MEDIA,
  ],
}

/** A choice of one channel of a guild. */
export function ChannelSelect(
  props: ComponentProps<typeof SelectField> & {
    guildId: string
    kind: keyof typeof KINDS
    /** Text of the choice of no channel. */
    none?: string
  },
) {
  const { guildId, kind, none, ...field } = props
  const chosen = String(field.value ?? field.defaultValue ?? '')
  const channels = useShallowState(({ channels }) =>
    [...channels.values()]
      .filter((channel) => channel.guild_id === guildId && KINDS[kind].includes(channel.type))
      .sort(byPosition),
  )
  const isHidden = chosen !== '' && !channels.some(({ id }) => id === chosen)
  return (
    <SelectField {...field}>
      {none !== undefined && <option value="">{none}</option>}
      {isHidden && <option value={chosen}>{t('A channel that you cannot see')}</option>}
      {channels.map((channel) => (
        <option key={channel.id} value={channel.id}>
          {channel.name}
        </option>
      ))}
    </SelectField>
  )
}

function byPosition(one: ChannelObject, other: ChannelObject): number {
  return (one.position ?? 0) - (other.position ?? 0) || compareIds(one.id, other.id)
}
