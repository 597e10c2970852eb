import type { StickerObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import picker from '../emoji/emoji-picker.module.css'
import type { PickedSticker } from './picked-sticker.ts'
import styles from './sticker-choices.module.css'
import { StickerImage } from './sticker-image.tsx'

interface Group {
  readonly title: string
  readonly stickers: readonly StickerObject[]
}

/** Stickers of the guild and of the standard packs, found by name and tags. */
export default function StickerChoices(props: {
  guildId: string | undefined
  onPick: (sticker: PickedSticker) => void
}) {
  const { guildId, onPick } = props
  const client = useClient()
  const guild = useClientState(({ guilds }) => guilds.get(guildId ?? ''))
  const [text, setText] = useState('')
  const packs = useQuery({
    queryKey: ['sticker-packs'],
    queryFn: () => client.api.call('list_sticker_packs'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const groups = useMemo(() => {
    const own: Group[] = guild ? [{ title: guild.guild.name, stickers: [...guild.stickers.values()] }] : []
    const standard = packs.data?.sticker_packs.map(({ name, stickers }) => ({ title: name, stickers })) ?? []
    return matching([...own, ...standard], text)
  }, [guild, packs.data, text])
  return (
    <>
      <input
        type="search"
        className={picker.search}
        aria-label={t('Search stickers')}
        placeholder={t('Search stickers')}
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <div className={picker.scroller}>
        {packs.error && (
          <>
            <ErrorText>{messageOf(packs.error)}</ErrorText>
            <Button size="small" onClick={() => void packs.refetch()}>
              {t('Try again')}
            </Button>
          </>
        )}
        {groups.length === 0 && !packs.isPending && <p className={picker.none}>{t('No sticker has this name.')}</p>}
        {groups.map(({ title, stickers }) => (
          <section key={title} aria-label={title}>
            <h3 className={picker.heading}>{title}</h3>
            <ul className={styles.stickers}>
              {stickers.map((sticker) => (
                <li key={sticker.id}>
                  <button
                    type="button"
                    className={styles.sticker}
                    aria-label={sticker.name}
                    title={sticker.description ?? sticker.name}
                    onClick={() => onPick(sticker)}
                  >
                    <StickerImage sticker={sticker} size={80} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

function matching(groups: readonly Group[], text: string): Group[] {
  const wanted = text.trim().toLowerCase()
  const fits = ({ name, tags, available }: StickerObject) =>
    available !== false && `${name} ${tags}`.toLowerCase().includes(wanted)
  return groups
    .map(({ title, stickers }) => ({ title, stickers: stickers.filter(fits) }))
    .filter(({ stickers }) => stickers.length > 0)
}
