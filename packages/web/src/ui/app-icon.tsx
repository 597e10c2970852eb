import styles from './avatar.module.css'

/** The picture of an application, or the first letter of its name. Decorative: the name stands beside it. */
export function AppIcon({
  application: { id, name, icon },
  size = 20,
}: {
  application: { id: string; name: string; icon: string | null }
  size?: 20 | 24 | 32
}) {
  const classes = `${styles.guild} ${styles[`size${size}`]}`
  if (icon)
    return (
      <img className={classes} src={`/cdn/app-icons/${id}/${icon}.webp?size=64`} alt="" width={size} height={size} />
    )
  return (
    // The letter is no text: it would stand before the name of the application.
    <span
      className={`${classes} ${styles.letters} ${styles.application}`}
      data-letter={[...name][0]?.toUpperCase()}
      aria-hidden
    />
  )
}
