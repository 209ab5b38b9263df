/** The version of this package; a test holds it equal to the manifest. */
export const version = '0.1.0'
