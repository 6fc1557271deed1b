/** The path before a link's token. */
export const LINK_PATH = '/pay/link';

/** @param publicUrl of the gateway. */
export const linkAddress = (publicUrl: string, token: string): string => `${publicUrl}${LINK_PATH}/${token}`;

/** The same address as a picture to scan. */
export const linkPicture = (publicUrl: string, token: string): string => `${linkAddress(publicUrl, token)}/qr.svg`;
