import { ChannelFlag, type ChannelObject, ChannelType } from '@guildhall/protocol'
import { type DefaultReaction, LAYOUTS, SORT_ORDERS } from '../../domain/channels/channel-values.ts'
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import type { Saving } from '../../ui/use-save.ts'
import styles from './channel-settings.module.css'
import { Choices } from './choices-field.tsx'
import { type ForumTag, ForumTags } from './forum-tags.tsx'
import { SmallEmoji } from './small-emoji.tsx'

/** Tags, first reaction and order of a forum or media channel. */
export function ForumFields(props: {
  channel: ChannelObject
  guildId: string
  tags: readonly ForumTag[]
  onTags: (tags: readonly ForumTag[]) => void
  reaction: DefaultReaction | null
  onReaction: (reaction: DefaultReaction | null) => void
  saving: Saving
}) {
  const { channel, guildId, tags, onTags, reaction, onReaction, saving } = props
  const flags = channel.flags ?? 0
  return (
    <>
      <ForumTags guildId={guildId} tags={tags} onChange={onTags} error={saving.errorOf('available_tags')} />
      <SwitchField
        label="Posts need a tag"
        name="require_tag"
        defaultChecked={(flags & ChannelFlag.REQUIRE_TAG) !== 0}
      />
      <fieldset className={form.choices}>
        <legend className={form.legend}>Default reaction</legend>
        <div className={styles.line}>
          {reaction ? <SmallEmoji emoji={reaction} /> : <span className={styles.note}>None</span>}
          <EmojiPicker
            guildId={guildId}
            onPick={({ id, name }) =>
              onReaction(id ? { emoji_id: id, emoji_name: null } : { emoji_id: null, emoji_name: name })
            }
          >
            <Button size="small">Choose emoji</Button>
          </EmojiPicker>
          {reaction && (
            <Button size="small" onClick={() => onReaction(null)}>
              Remove reaction
            </Button>
          )}
        </div>
      </fieldset>
      <SelectField label="Order of posts" name="default_sort_order" defaultValue={channel.default_sort_order ?? ''}>
        <option value="">Not set</option>
        {SORT_ORDERS.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {channel.type === ChannelType.GUILD_FORUM ? (
        <Choices
          label="Layout"
          name="default_forum_layout"
          value={channel.default_forum_layout ?? 0}
          choices={LAYOUTS}
        />
      ) : (
        <SwitchField
          label="Hide download options"
          name="hide_downloads"
          defaultChecked={(flags & ChannelFlag.HIDE_MEDIA_DOWNLOAD_OPTIONS) !== 0}
        />
      )}
    </>
  )
}
