import type { EmbedObject } from '@guildhall/protocol'
import { Fragment, type ReactNode } from 'react'
import { t } from '../../lib/language/text.ts'
import { isWebLink } from '../../lib/links.ts'
import { fullTime, messageTime } from '../../lib/time.ts'
import { Player } from '../../ui/player.tsx'
import { Spoiler } from '../components/media.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { parsedMarkdown } from '../markdown/parsed.ts'
import { spoilerLinks } from '../markdown/spoiler-links.ts'
import styles from './embeds.module.css'

/** The embeds of a message. Those of links in spoilers of `content` are hidden until somebody opens them. */
export function Embeds(props: { embeds: readonly EmbedObject[]; content?: string; guildId?: string | undefined }) {
  const { embeds, content = '', guildId } = props
  if (embeds.length === 0) return null
  const hidden = content.includes('||') ? spoilerLinks(parsedMarkdown(content)) : NONE
  return (
    <div className={styles.list}>
      {embeds.map((embed, index) => {
        const shown = <Embed embed={embed} guildId={guildId} />
        const isHidden = embed.type !== 'rich' && embed.url !== undefined && hidden.has(embed.url)
        return <Fragment key={`${index}`}>{isHidden ? <Spoiler>{shown}</Spoiler> : shown}</Fragment>
      })}
    </div>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** An embed; one of a picture or a file with a video is the picture or video alone. */
function Embed({ embed, guildId }: { embed: EmbedObject; guildId: string | undefined }) {
  const { type, title, thumbnail, video } = embed
  if (type === 'image' && thumbnail?.url) return <EmbedPicture media={thumbnail} className={styles.image} />
  if (type === 'video' && title === undefined && isWebLink(video?.url))
    return <Player kind="video" className={styles.video} src={video.url} name={t('Video')} />
  return <Card embed={embed} guildId={guildId} />
}

function Card({ embed, guildId }: { embed: EmbedObject; guildId: string | undefined }) {
  const { color, title, url, description, author, provider, image, fields, footer, timestamp } = embed
  // The picture of an article is part of its text.
  const [picture, thumbnail] = embed.type === 'article' ? [embed.thumbnail] : [image, embed.thumbnail]
  const edge = color === undefined ? undefined : { ['--edge' as string]: `#${color.toString(16).padStart(6, '0')}` }
  return (
    <div className={styles.embed} style={edge}>
      <div className={styles.content}>
        {provider?.name && (
          <p className={styles.provider}>
            <bdi>{provider.name}</bdi>
          </p>
        )}
        {author && (
          <p className={styles.author}>
            {author.icon_url && <img src={author.icon_url} alt="" loading="lazy" />}
            <OptionalLink href={author.url}>{author.name}</OptionalLink>
          </p>
        )}
        {title && (
          <p className={styles.title}>
            <OptionalLink href={url}>{title}</OptionalLink>
          </p>
        )}
        {description && <Markdown text={description} guildId={guildId} />}
        <Fields fields={fields} guildId={guildId} />
        {picture?.url && <EmbedPicture media={picture} className={styles.image} />}
        {(footer || timestamp) && (
          <p className={styles.footer}>
            {footer?.icon_url && <img src={footer.icon_url} alt="" loading="lazy" />}
            {footer && <bdi>{footer.text}</bdi>}
            {footer && timestamp && ' • '}
            {timestamp && (
              <time dateTime={timestamp} title={fullTime(timestamp)}>
                {messageTime(timestamp)}
              </time>
            )}
          </p>
        )}
      </div>
      {thumbnail?.url && <EmbedPicture media={thumbnail} className={styles.thumbnail} />}
    </div>
  )
}

function Fields({ fields, guildId }: { fields: EmbedObject['fields']; guildId: string | undefined }) {
  if (!fields || fields.length === 0) return null
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, value, inline }, index) => (
        <div key={`${index}`} className={inline ? styles.inline : styles.field}>
          <dt>
            <Markdown text={name} guildId={guildId} />
          </dt>
          <dd>
            <Markdown text={value} guildId={guildId} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function EmbedPicture({
  media,
  className,
}: {
  media: NonNullable<EmbedObject['image']>
  className?: string | undefined
}) {
  const { url, proxy_url, width, height, description } = media
  if (!isWebLink(url)) return null
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      <img
        src={isWebLink(proxy_url) ? proxy_url : url}
        alt={description ?? t('Picture')}
        width={width}
        height={height}
        loading="lazy"
      />
    </a>
  )
}

function OptionalLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!isWebLink(href)) return <bdi>{children}</bdi>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{children}</bdi>
    </a>
  )
}
