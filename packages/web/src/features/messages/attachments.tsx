import type { AttachmentObject } from '@guildhall/protocol'
import { FileText } from 'lucide-react'
import styles from './attachments.module.css'

/** The files of a message: pictures are shown, other files are links. */
export function Attachments({ attachments }: { attachments: readonly AttachmentObject[] }) {
  if (attachments.length === 0) return null
  return (
    <ul className={styles.list}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <Attachment attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

function Attachment({ attachment }: { attachment: AttachmentObject }) {
  const { url, filename, description, content_type, width, height } = attachment
  const isPicture = content_type?.startsWith('image/') && width && height
  return (
    <figure className={styles.attachment}>
      {isPicture && <img src={url} alt={description ?? filename} width={width} height={height} loading="lazy" />}
      <figcaption>
        <a href={url} download={filename} rel="noopener noreferrer" target="_blank" className={styles.file}>
          <FileText size={16} strokeWidth={1.5} aria-hidden />
          {filename}
        </a>
      </figcaption>
    </figure>
  )
}
