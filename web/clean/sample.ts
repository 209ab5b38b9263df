/** A list of customers, all made up, some of them twice. */
export const sampleCsv = `id,name,street,postcode,city,born
1,Marta Lindqvist,Harbour Street 12,04109,Leipzig,1961-03-07
2,Jonas Okafor,Mill Lane 3,20095,Hamburg,1987-11-30
3,Marta Lindquist,Harbour St. 12,04109,Leipzig,1961-03-07
4,Aylin Demir,Station Road 44,50667,Köln,1990-06-15
5,Peter van Dijk,Church Square 1,80331,München,1955-01-22
6,Aylin Demir,Station Rd 44,50667,Koeln,1990-06-15
7,Sofia Rossi,Garden Way 9,10115,Berlin,1978-09-02
8,Carlos Mendes,Bridge Street 27,60311,Frankfurt,1969-12-11
9,Sophia Rossi,Garden Way 9,10115,Berlin,1978-09-02
10,Hanna Weiß,Forest Path 18,70173,Stuttgart,1993-04-28
11,Liam Byrne,Castle Hill 5,01067,Dresden,1982-08-19
12,Carlos Mendez,Bridge Street 27,60311,Frankfurt,1969-12-11
13,Nora Haugen,Lake View 31,24103,Kiel,1974-02-14
14,Hanna Weiss,Forest Path 18,70173,Stuttgart,1993-04-28
15,Omar Haddad,Market Place 2,28195,Bremen,1959-07-25
16,Peter van Dyk,Church Square 1,80331,Munich,1955-01-22
17,Elena Popescu,Orchard Row 16,90402,Nürnberg,1996-10-05
18,Nora Haugen,Lake View 13,24103,Kiel,1974-02-14
19,Tomasz Zieliński,River Bank 8,44135,Dortmund,1965-05-17
20,Omar Hadad,Market Place 2,28195,Bremen,1959-07-25
21,Ingrid Solberg,Meadow Close 21,30159,Hannover,1971-03-29
22,Tomasz Zielinski,River Bank 8,44135,Dortmund,1965-05-17
23,David Cohen,Temple Street 6,45127,Essen,1989-01-08
24,Grace Mensah,Park Avenue 39,99084,Erfurt,1984-12-03
25,Lucas Fontaine,Vineyard Road 11,76131,Karlsruhe,1957-06-19
26,Yuki Tanaka,Theatre Square 4,66111,Saarbrücken,1992-09-08
27,Ana Kovač,Windmill Street 70,39104,Magdeburg,1967-12-24
28,Mehmet Yıldız,Brook Lane 22,93047,Regensburg,1980-05-13
29,Isabel Duarte,Tower Street 5,18055,Rostock,1999-01-30
30,Viktor Horváth,Cherry Walk 36,86150,Augsburg,1973-08-02
`
