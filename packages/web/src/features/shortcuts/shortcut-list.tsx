import { BOX_KEYS, keyNames, LIST_KEYS, SHORTCUTS } from '../../domain/shortcuts/shortcut-keys.ts'
import { msg, t } from '../../lib/language/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './shortcut-list.module.css'

const GROUPS = [
  { title: msg('Anywhere'), entries: SHORTCUTS },
  { title: msg('Message box'), entries: BOX_KEYS },
  { title: msg('Messages, members, channels and guilds'), entries: LIST_KEYS },
]

/** All keyboard shortcuts. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const apple = /Mac|iP(hone|ad)/.test(navigator.userAgent)
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose} width="medium">
      <div className={styles.groups}>
        {GROUPS.map(({ title, entries }) => (
          <section key={t(title)} aria-label={t(title)}>
            <h3 className={styles.title}>{t(title)}</h3>
            <dl className={styles.list}>
              {entries.map(({ label, keys }) => (
                <div key={t(label)} className={styles.entry}>
                  <dt>{t(label)}</dt>
                  <dd className={styles.keys}>
                    {keyNames(keys, apple).map((name) => (
                      <kbd key={name} className={styles.key}>
                        {name}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
