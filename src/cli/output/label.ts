/** `notify_url` is read as `Notify URL`. */
export function label(key: string): string {
  const words = key.replaceAll('_', ' ').replace(/\burl\b/, 'URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
