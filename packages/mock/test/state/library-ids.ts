/** The shelf that the library's examples show. */
export const shelfId = "3d3c1f2a-58f6-4b6e-9a53-0b7e63a1c001";
