/** Shows pages of the app that the person opened from a notification. */
export function followNotifications(show: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { type, url } = (data ?? {}) as { type?: unknown; url?: unknown }
    if (type === 'open' && typeof url === 'string' && /^\/(?!\/)/.test(url)) show(url)
  })
}
