export interface ContactLink {
  href: string;
  text: string;
}

/** @param contact an e-mail address or https URL of a service or of the company that runs the gateway */
export function contactLink(contact: string): ContactLink {
  return contact.includes('@') && !contact.startsWith('https:')
    ? { href: `mailto:${contact}`, text: contact }
    : { href: contact, text: contact.replace(/^https:\/\/|\/$/g, '') };
}
