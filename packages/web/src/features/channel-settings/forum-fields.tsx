import { ChannelFlag, ChannelType } from '@guildhall/protocol'
import { type ChannelValues, type DefaultReaction, LAYOUTS, SORT_ORDERS } from '../../domain/channels/channel-values.ts'
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import type { Changes } from '../../ui/use-changes.ts'
import type { Saving } from '../../ui/use-save.ts'
import styles from './channel-settings.module.css'
import { Choices } from './choices-field.tsx'
import { ForumTags } from './forum-tags.tsx'
import { SmallEmoji } from './small-emoji.tsx'

/** Tags, first reaction and order of a forum or media channel. */
export function ForumFields(props: { type: number; guildId: string; changes: Changes<ChannelValues>; saving: Saving }) {
  const { type, guildId, changes, saving } = props
  const { available_tags: tags, default_reaction_emoji: reaction } = changes.values
  const onReaction = (default_reaction_emoji: DefaultReaction | null) => changes.set({ default_reaction_emoji })
  return (
    <>
      <ForumTags
        guildId={guildId}
        tags={tags}
        onChange={(available_tags) => changes.set({ available_tags })}
        error={saving.errorOf('available_tags')}
      />
      <FlagSwitch label={t('Posts need a tag')} flag={ChannelFlag.REQUIRE_TAG} changes={changes} />
      <fieldset className={form.choices}>
        <legend className={form.legend}>{t('Default reaction')}</legend>
        <div className={styles.line}>
          {reaction ? <SmallEmoji emoji={reaction} /> : <span className={styles.note}>{t('reaction|None')}</span>}
          <EmojiPicker
            guildId={guildId}
            onPick={({ id, name }) =>
              onReaction(id ? { emoji_id: id, emoji_name: null } : { emoji_id: null, emoji_name: name })
            }
          >
            <Button size="small">{t('Choose emoji')}</Button>
          </EmojiPicker>
          {reaction && (
            <Button size="small" onClick={() => onReaction(null)}>
              {t('Remove reaction')}
            </Button>
          )}
        </div>
      </fieldset>
      <SelectField label={t('Order of posts')} {...changes.optional('default_sort_order')}>
        <option value="">{t('Not set')}</option>
        {SORT_ORDERS.map(([value, text]) => (
          <option key={value} value={value}>
            {t(text)}
          </option>
        ))}
      </SelectField>
      {type === ChannelType.GUILD_FORUM ? (
        <Choices label={t('Layout')} {...changes.number('default_forum_layout')} choices={LAYOUTS} />
      ) : (
        <FlagSwitch
          label={t('Hide download options')}
          flag={ChannelFlag.HIDE_MEDIA_DOWNLOAD_OPTIONS}
          changes={changes}
        />
      )}
    </>
  )
}

function FlagSwitch({ label, flag, changes }: { label: string; flag: number; changes: Changes<ChannelValues> }) {
  const { flags } = changes.values
  return (
    <SwitchField
      label={label}
      checked={(flags & flag) !== 0}
      onChange={({ target }) => changes.set({ flags: target.checked ? flags | flag : flags & ~flag })}
    />
  )
}
