/** `notify_url` is read as `Notify URL`. */
export function label(key: string): string {
  const words = key.replaceAll('_', ' ').replace(/\b(url|http|id)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
