/** Shows pages of the app that the person opened from a notification. The service worker checks their addresses. */
export function followNotifications(show: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<string>) => show(data))
}
