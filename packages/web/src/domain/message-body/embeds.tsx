import type { EmbedObject } from '@guildhall/protocol'
import type { ReactNode } from 'react'
import { t } from '../../lib/language/text.ts'
import { isWebLink } from '../../lib/links.ts'
import { fullTime, messageTime } from '../../lib/time.ts'
import { Markdown } from '../markdown/markdown.tsx'
import styles from './embeds.module.css'

/** The embeds of a message. */
export function Embeds({ embeds, guildId }: { embeds: readonly EmbedObject[]; guildId?: string | undefined }) {
  if (embeds.length === 0) return null
  return (
    <div className={styles.list}>
      {embeds.map((embed, index) => (
        <Embed key={`${index}`} embed={embed} guildId={guildId} />
      ))}
    </div>
  )
}

function Embed({ embed, guildId }: { embed: EmbedObject; guildId: string | undefined }) {
  const { color, title, url, description, author, provider, thumbnail, image, fields, footer, timestamp } = embed
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
        {image?.url && <EmbedPicture media={image} className={styles.image} />}
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
  const { url, width, height, description } = media
  if (!isWebLink(url)) return null
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      <img src={url} alt={description ?? t('Picture')} width={width} height={height} loading="lazy" />
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
